create index trials_by_source on trials (source);
