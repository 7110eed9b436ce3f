-- Refuses to delete screening records before the years of retention_class are over (decisions 064, 068). They count from lastAt, decidedAt, endedAt or
-- fetchedAt; for a person with an account from its closing, if that is later. A row without such an end, or of an open account, is kept.
create or replace function "kept_for_years"() returns trigger language plpgsql as $$
declare
  ends timestamptz;
  person uuid;
  least_years integer;
begin
  select "years" into strict least_years from "retention_class" where "name" = tg_table_name;
  ends := (to_jsonb(old) ->> case tg_table_name when 'screening' then 'lastAt' when 'screening_review' then 'decidedAt' when 'list_entry' then 'endedAt'
    else 'fetchedAt' end)::timestamptz;
  person := case
    when tg_table_name = 'screening' and to_jsonb(old) ->> 'subject' like 'user:%' then substr(to_jsonb(old) ->> 'subject', 6)::uuid
    when tg_table_name = 'screening_review' then (to_jsonb(old) ->> 'personId')::uuid
  end;
  -- Reviews of a closed account are never decided: an open one ends with the closing.
  select case when u."id" is null then ends when u."closedAt" is not null then greatest(ends, u."closedAt") end into ends
    from (values (person)) "of" ("id") left join "user" u on u."id" = "of"."id";
  perform "public"."refuse_if"(ends is null or ends > now() - make_interval(years => least_years), format('rows of %s are kept for years', tg_table_name));
  return old;
end $$;

create trigger "list_entry_is_kept" before delete on "list_entry" for each row execute function "kept_for_years"();

create trigger "list_snapshot_is_kept" before delete on "list_snapshot" for each row execute function "kept_for_years"();

create trigger "screening_is_kept" before delete on "screening" for each row execute function "kept_for_years"();

create trigger "screening_review_is_kept" before delete on "screening_review" for each row execute function "kept_for_years"();
