-- Only what is owed is transferred (decisions 004, 134, 111, 027, 142). Paybacks: payback_has_right. Commissions: their payout of earnings, once. An escrow's
-- transfer carries out its settlement, with the right of settlement_needs_right. From our accounts: one share, to the stated wallet, within what the books say
-- came in. Off a ledger: the whole deposit that counts, both shares at once, begun more than 600 seconds before the deadline unless it is an expiry; the XRP
-- Ledger returns money by expiry alone, which may be decided earlier (087). "createdAt" is by the caller's clock.
create or replace function "transfer_needs_right"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
  s "settlement"%rowtype;
  r "reseller_payout"%rowtype;
  received numeric;
  others numeric;
  settled boolean;
begin
  if new."caseId" is not null then
    perform "payback_has_right"(new, tg_op = 'INSERT');
    return new;
  end if;
  if new."resellerPayoutId" is not null then
    select * into strict r from "reseller_payout" where "id" = new."resellerPayoutId" for update;
    perform "public"."refuse_if"((new."asset", new."amount", new."address", new."memo") is distinct from (r."asset", r."amount", r."address", r."memo"),
      format('nothing of %s is owed to this wallet', new."amount"));
    perform "public"."refuse_if"(tg_op = 'INSERT' and exists (select 1 from "transfer" where "resellerPayoutId" = r."id"),
      format('payout of earnings %s is paid once', r."id"));
    return new;
  end if;

  select * into strict e from "escrow" where "id" = new."escrowId" for update;
  perform "public"."refuse_if"(new."asset" <> e."currency", format('escrow %s is held in %s', e."id", e."currency"));
  perform "public"."refuse_if"((e."heldBy" = 'ledger') <> (new."lockId" is not null), format('escrow %s is held by the %s', e."id", e."heldBy"));
  if new."lockId" is not null then
    perform "public"."refuse_if"(not exists (select 1 from "hold_lock" where "id" = new."lockId" and "counts" and "end" is null),
      format('nothing that counts is locked for escrow %s', e."transactionId"));
    perform "public"."refuse_if"(new."purpose" <> 'expiry'
        and new."createdAt" >= (select "deadline" from "hold" where "escrowId" = e."id") - interval '600 seconds',
      format('the date of escrow %s is too near', e."transactionId"));
    perform "public"."refuse_if"(new."purpose" in ('refund', 'division') and e."currency" = 'XRP',
      format('the XRP Ledger gives escrow %s back after its date, and not before', e."transactionId"));
    perform "public"."refuse_if"(new."purpose" = 'expiry' and e."currency" <> 'XRP' and not "is_past_date"(e, new."createdAt"),
      format('the date of escrow %s has not come', e."transactionId"));
  else
    perform "public"."refuse_if"((new."address", new."memo") is distinct from (case when new."purpose" = 'release' then (e."payoutAddress", e."payoutMemo")
      else (e."refundAddress", e."refundMemo") end), format('escrow %s owes no %s of %s to this wallet', e."id", new."purpose", new."amount"));
  end if;

  select * into s from "settlement" where "id" = new."settlementId" and "escrowId" = e."id";
  perform "public"."refuse_if"(new."amount" is distinct from (case when new."lockId" is not null then s."toSeller" + s."toBuyer"
        when new."purpose" = 'release' then s."toSeller" else s."toBuyer" end)
      or (new."lockId" is not null and case new."purpose" when 'release' then s."toBuyer" <> 0 when 'division' then least(s."toSeller", s."toBuyer") = 0
        else s."toSeller" <> 0 end)
      or (s."cause" = 'excess') <> (new."purpose" = 'return')
      or (tg_op = 'INSERT' and s."cause" <> 'excess' and s."id" <> "open_settlement"(e."id", s."toSeller", s."toBuyer", new."createdAt", false)),
    format('escrow %s owes no %s of %s', e."id", new."purpose", new."amount"));
  if new."lockId" is not null then
    return new;
  end if;

  select coalesce(-sum("units"), 0) into received from "book_posting"
    where "account" = 'escrow:' || e."id" and "side" = 'gives';
  select coalesce(sum("amount"), 0), coalesce(bool_or("purpose" in ('release', 'refund')), false) into others, settled
    from "transfer" where "escrowId" = e."id" and "id" <> new."id";
  -- Without a decision the amount itself stays; only the excess can be returned.
  if new."purpose" = 'return' and not settled and e."cancelledAt" is null then
    others := others + e."amount";
  end if;
  perform "public"."refuse_if"("units_of"(others + new."amount", e."currency"::text) > received,
    format('escrow %s has not received what would leave it', e."id"));
  return new;
end $$;

create trigger "transfer_needs_right" before insert or update of "address", "memo" on "transfer"
  for each row execute function "transfer_needs_right"();
