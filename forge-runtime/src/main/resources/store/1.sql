create table runs (
    id text primary key,
    name text not null,
    op text not null,
    started text not null,
    state text not null,
    header text not null,
    ending text
);
create index runs_by_name on runs (name, started);
create table sources (hash text primary key, text text not null);
create table trials (
    run text not null references runs (id),
    number integer not null,
    node integer not null,
    parent_node integer not null,
    iteration integer not null,
    change text not null,
    recipe text not null,
    source text not null references sources (hash),
    assignment text not null,
    outcome text not null,
    detail text not null,
    compile_us integer not null,
    verify_us integer not null,
    time_us integer not null,
    ended text not null,
    primary key (run, number)
);
