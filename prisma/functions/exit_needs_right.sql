-- A way out takes all of the lock that counts, and gives the shares of its settlement (docs/decisions/142). All kinds but an expiry begin more than 600 seconds before the
-- deadline. On the XRP Ledger money goes back by expiry alone, which may be decided before it. "createdAt" is by the clock of the caller (docs/decisions/087).
create or replace function "exit_needs_right"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
  h "hold"%rowtype;
  l "hold_lock"%rowtype;
  settlement uuid;
begin
  select * into strict e from "escrow" where "id" = new."escrowId" for update;
  select * into strict h from "hold" where "escrowId" = new."escrowId";
  select * into strict l from "hold_lock" where "id" = new."lockId";
  if not l."counts" or l."end" is not null then
    raise exception 'nothing that counts is locked for escrow %', e."transactionId";
  end if;
  if new."state" not in ('collecting', 'ready') then
    raise exception 'a way out begins with its signatures';
  end if;
  if (new."hash" is not null and e."currency" = 'XRP') or (new."state" = 'ready') <> (e."currency" = 'XRP') then
    raise exception 'this is no way out of this ledger';
  end if;
  if "units_of"(new."toSeller", e."currency"::text) + "units_of"(new."toBuyer", e."currency"::text)
      <> "units_of"(e."amount", e."currency"::text) then
    raise exception 'the shares are not the amount of escrow %', e."transactionId";
  end if;
  if new."kind" <> 'expiry' and new."createdAt" >= h."deadline" - interval '600 seconds' then
    raise exception 'the date of escrow % is too near', e."transactionId";
  end if;
  if new."kind" in ('refund', 'division') and e."currency" = 'XRP' then
    raise exception 'the XRP Ledger gives escrow % back after its date, and not before', e."transactionId";
  end if;
  if new."kind" = 'expiry' and e."currency" <> 'XRP' and not "is_past_date"(e, new."createdAt") then
    raise exception 'the date of escrow % has not come', e."transactionId";
  end if;
  settlement := "open_settlement"(e."id", new."toSeller", new."toBuyer", new."createdAt", false);
  if new."settlementId" <> settlement then
    raise exception 'way out of escrow % is not its settlement', e."transactionId";
  end if;
  -- The version before knows no settlements.
  new."settlementId" := settlement;
  return new;
end $$;

create trigger "hold_exit_needs_right" before insert on "hold_exit" for each row execute function "exit_needs_right"();
