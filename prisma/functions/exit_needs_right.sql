-- A way out takes all of the lock that counts and needs a right in the record (rights_to), said by its rows; an expiry after the
-- deadline needs none. Other kinds begin more than 600 seconds before it. On the XRP Ledger money goes back by expiry alone, which
-- may be decided before the deadline. "createdAt" is by the clock of the caller (docs/decisions/087).
create or replace function "exit_needs_right"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
  h "hold"%rowtype;
  l "hold_lock"%rowtype;
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
  if new."kind" = 'expiry' then
    -- The ledgers decide; on Stellar it is the buyer's with that second, on the XRP Ledger after it.
    if new."createdAt" > h."deadline" or (e."currency" <> 'XRP' and new."createdAt" = h."deadline") then
      return new;
    end if;
    if e."currency" <> 'XRP' then
      raise exception 'the date of escrow % has not come', e."transactionId";
    end if;
  elsif new."createdAt" >= h."deadline" - interval '600 seconds' then
    raise exception 'the date of escrow % is too near', e."transactionId";
  end if;
  if new."kind" in ('refund', 'division') and e."currency" = 'XRP' then
    raise exception 'the XRP Ledger gives escrow % back after its date, and not before', e."transactionId";
  end if;

  if not exists (
    select 1 from "rights_to"(e) r where r."toSeller" = new."toSeller" and r."toBuyer" = new."toBuyer"
      and r."divisionId" is not distinct from new."divisionId" and r."disputeId" is not distinct from new."disputeId"
  ) then
    if new."kind" = 'expiry' then
      raise exception 'the date of escrow % has not come', e."transactionId";
    end if;
    raise exception 'the record of escrow % gives no right to a % of % and %', e."transactionId", new."kind", new."toSeller", new."toBuyer";
  end if;
  return new;
end $$;

create trigger "hold_exit_needs_right" before insert on "hold_exit" for each row execute function "exit_needs_right"();
