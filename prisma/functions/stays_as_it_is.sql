-- Refuses every update or truncate that one of its triggers names: records of screening, clearances, approvals and account changes stay (decisions 084, 099).
create or replace function "stays_as_it_is"() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % stay what they are', tg_table_name;
end $$;

create trigger "account_change_keep_all" before truncate on "account_change"
  for each statement execute function "stays_as_it_is"();

create trigger "hold_clearance_keep_all" before truncate on "hold_clearance"
  for each statement execute function "stays_as_it_is"();

create trigger "list_snapshot_keep_all" before truncate on "list_snapshot" for each statement execute function "stays_as_it_is"();

create trigger "list_snapshot_stays" before update on "list_snapshot" for each row execute function "stays_as_it_is"();

create trigger "screening_keep_all" before truncate on "screening" for each statement execute function "stays_as_it_is"();

create trigger "screening_stays" before update of "subject", "subjectHash", "purpose", "payoutId", "exitId", "clearanceId", "snapshotIds", "engine",
  "outcome", "at" on "screening" for each row execute function "stays_as_it_is"();

create trigger "screening_review_keep_all" before truncate on "screening_review" for each statement execute function "stays_as_it_is"();

create trigger "settlement_keep_all" before truncate on "settlement" for each statement execute function "stays_as_it_is"();
