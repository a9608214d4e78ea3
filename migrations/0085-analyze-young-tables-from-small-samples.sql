-- Statistics of a young table are of use for minutes, and a sample of 30,000 rows of a wide table takes half a second of CPU
-- time, which payments feel. A tenth of it tells columns of many values from columns of few just as well.
alter function analyze_young_tables() set default_statistics_target = 10;
