-- Of an entry of a sanctions list only the end is written later, once. The table is not truncated; deleting is up to kept_for_years
-- (docs/decisions/084).
create or replace function "entry_is_only_ended"() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    raise exception 'rows of % are kept for years', tg_table_name;
  end if;
  if old."endedAt" is not null
     or row(new."id", new."list", new."sourceId", new."hash", new."kind", new."detail", new."snapshotId", new."since", new."madeById")
        is distinct from row(old."id", old."list", old."sourceId", old."hash", old."kind", old."detail", old."snapshotId", old."since", old."madeById") then
    raise exception 'what a list said stays what it is';
  end if;
  return new;
end $$;

create trigger "list_entry_keep_all" before truncate on "list_entry" for each statement execute function "entry_is_only_ended"();

create trigger "list_entry_stays" before update on "list_entry" for each row execute function "entry_is_only_ended"();
