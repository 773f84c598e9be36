-- what runs asked models, and the answers (a text that is in several of them is kept once)
create table texts (hash text primary key, text text not null);
create table exchanges (
    run text not null references runs (id),
    number integer not null,
    detail text not null,
    system text not null,
    prompt text not null,
    answer text not null,
    primary key (run, number)
);
