-- Notes of operators are never changed or deleted (docs/decisions/057).
create or replace function "keep_desk_note"() returns trigger language plpgsql as $$
begin
  raise exception 'notes of operators are never changed or deleted';
end $$;

create trigger "desk_note_keep" before update or delete on "desk_note" for each row execute function "keep_desk_note"();
