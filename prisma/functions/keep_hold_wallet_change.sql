-- The bound seller requests another wallet while nothing is funded, at most three times for an escrow: the buyer gets no offers meanwhile (decision 120).
create or replace function "keep_hold_wallet_change"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
begin
  select * into strict e from "escrow" where "id" = new."escrowId" for update;
  perform "public"."refuse_if"(new."askedById" is distinct from e."sellerId" or new."endedAt" is not null or e."verifiedAt" is not null or e."cancelledAt" is not null
      or not exists (select 1 from "hold_agreement" where "id" = new."agreementId" and "supersededAt" is null),
    format('no other wallet is asked for of escrow %s', e."transactionId"));
  perform "public"."refuse_if"((select count(*) from "hold_wallet_change" where "escrowId" = e."id") >= 3,
    format('escrow %s has had its requests for another wallet', e."transactionId"));
  return new;
end $$;

create trigger "hold_wallet_change_keep" before insert on "hold_wallet_change"
  for each row execute function "keep_hold_wallet_change"();
