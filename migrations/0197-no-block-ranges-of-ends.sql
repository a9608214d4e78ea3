-- By itself, because it waits for those who read the table: the index that replaces it is not built again meanwhile.
drop index if exists transactions_finished;
