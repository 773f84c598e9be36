alter table trials add column ahead_us integer not null default 0;
alter table trials add column resources text not null default '{"launches":[]}';
