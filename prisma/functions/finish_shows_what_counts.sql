-- A finish on the XRP Ledger names the condition of the lock that counts: no other secret is ever published (docs/decisions/120).
create or replace function "finish_shows_what_counts"() returns trigger language plpgsql as $$
declare
  of_lock text;
begin
  select d."condition" into of_lock from "hold_exit" x join "hold_lock" l on l."id" = x."lockId" join "hold_draft" d on d."id" = l."draftId"
    where x."id" = new."exitId" and l."counts";
  if of_lock is null or position(upper(of_lock) in upper(new."blob")) = 0 then
    raise exception 'way out % would show another secret than that of what counts', new."exitId";
  end if;
  return new;
end $$;

create trigger "transfer_attempt_shows_what_counts" before insert on "transfer_attempt" for each row
  when (new."purpose" = 'finish') execute function "finish_shows_what_counts"();
