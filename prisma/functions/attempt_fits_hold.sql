-- A sponsor's transaction is stored only for a current agreement whose account is to be opened, or for a ready settlement of its kind that passes
-- way_out_may_be_helped; only a finish on the XRP Ledger is Quayside's own decision and needs a clearance (119). A finish is refused from 600 seconds before
-- the deadline: it could publish the secret in vain (087). It names the condition of the deposit that counts: no other secret is ever published (120).
create or replace function "attempt_fits_hold"() returns trigger language plpgsql as $$
declare
  a "hold_agreement"%rowtype;
  x "transfer"%rowtype;
  of_lock text;
begin
  if new."purpose" = 'opening' then
    select * into strict a from "hold_agreement" where "id" = new."agreementId";
    perform 1 from "escrow" where "id" = a."escrowId" and "cancelledAt" is null and "verifiedAt" is null for update;
    perform "public"."refuse_if"(not found or a."supersededAt" is not null or a."closedAt" is not null or a."account" is null,
      format('no account is wanted for agreement %s', a."id"));
    return new;
  end if;
  select * into strict x from "transfer" where "id" = new."exitId" for update;
  perform "public"."refuse_if"(x."state" <> 'ready' or (new."purpose" = 'finish' and x."purpose" <> 'release') or (new."purpose" = 'cancel' and x."purpose" <> 'expiry'),
    format('way out %s is not ready for this', x."id"));
  perform "public"."refuse_if"(new."purpose" = 'wrap' and new."hash" is distinct from x."hash", format('way out %s is another transaction', x."id"));
  -- From here on the secret is public, and useless after the deadline.
  perform "public"."refuse_if"(new."purpose" = 'finish' and new."createdAt" >= (select "deadline" from "hold" where "escrowId" = x."escrowId") - interval '600 seconds',
    format('the date of way out %s is too near', x."id"));
  perform "way_out_may_be_helped"(x."id", new."createdAt", new."purpose" = 'finish');
  select d."condition" into of_lock from "hold_lock" l join "hold_draft" d on d."id" = l."draftId" where l."id" = x."lockId" and l."counts";
  perform "public"."refuse_if"(new."purpose" = 'finish' and (of_lock is null or position(upper(of_lock) in upper(new."blob")) = 0),
    format('way out %s would show another secret than that of what counts', x."id"));
  return new;
end $$;

create trigger "transfer_attempt_fits_hold" before insert on "transfer_attempt" for each row
  when (new."purpose" in ('opening', 'wrap', 'finish', 'cancel')) execute function "attempt_fits_hold"();
