-- Refuses that a deposit counts while a return of it is open or after the ledger took one (decision 118).
create or replace function "returned_never_counts"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(exists (select 1 from "hold_return" where "lockId" = new."id" and ("endedAt" is null or "end" = 'taken')),
    format('lock %s is being given back', new."hash"));
  return new;
end $$;

create trigger "hold_lock_is_not_returned" before update of "counts" on "hold_lock" for each row
  when (new."counts" and not old."counts") execute function "returned_never_counts"();
