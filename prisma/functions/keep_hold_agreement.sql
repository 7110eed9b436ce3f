-- The seller agrees to a wallet before the deadline and before a deposit counts, to four wallets at most. A wallet is replaced only while no deposit counts and
-- no draft offered for it can still deposit. For each an account is opened on Stellar, a first secret made on the XRP Ledger (decisions 087, 120).
create or replace function "keep_hold_agreement"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
  h "hold"%rowtype;
begin
  -- The worker's polls take no lock on the escrow.
  if tg_op = 'UPDATE' and not "differ"(old, new, 'lookAt', 'askedAt', 'completeTo', 'wantsSecretAt') then
    return new;
  end if;
  select * into strict e from "escrow" where "id" = new."escrowId" for update;
  if tg_op = 'INSERT' then
    select * into strict h from "hold" where "escrowId" = new."escrowId";
    perform "public"."refuse_if"(e."cancelledAt" is not null or new."agreedAt" >= h."deadline"
        or exists (select 1 from "hold_lock" where "escrowId" = e."id" and "counts"),
      format('nothing is agreed any more about escrow %s', e."transactionId"));
    perform "public"."refuse_if"(new."agreedById" = e."buyerId" or new."agreedById" <> coalesce(e."sellerId", new."agreedById"),
      format('only its seller agrees to escrow %s', e."transactionId"));
    perform "public"."refuse_if"(new."sellerWallet" = h."buyerWallet", format('both sides of escrow %s have the same wallet', e."transactionId"));
    perform "public"."refuse_if"(new."sellerTag" is not null and e."currency" <> 'XRP', 'no tag is told on Stellar');
    perform "public"."refuse_if"((select count(*) from "hold_agreement" where "escrowId" = e."id") >= 4, format('escrow %s has had its wallets', e."id"));
    return new;
  end if;
  if old."supersededAt" is null and new."supersededAt" is not null then
    perform "public"."refuse_if"(exists (select 1 from "hold_lock" where "escrowId" = e."id" and "counts"),
      format('the money of escrow %s is locked for the wallet of agreement %s', e."transactionId", old."id"));
    perform "public"."refuse_if"(exists (select 1 from "hold_draft" where "agreementId" = old."id" and "offeredAt" is not null and "endedAt" is null),
      format('what was offered for the wallet of agreement %s can still lock', old."id"));
  end if;
  perform "public"."refuse_if"(new."account" is not null and e."currency" = 'XRP', format('agreement %s is not of this ledger', old."id"));
  -- A transaction under way may still open the named account.
  perform "public"."refuse_if"((new."account", new."arbiter", new."sponsor") is distinct from (old."account", old."arbiter", old."sponsor")
      and exists (select 1 from "transfer_attempt" where "agreementId" = old."id" and "state" in ('live', 'settled')),
    format('an account of agreement %s is on its way', old."id"));
  if old."openedAt" is null and new."openedAt" is not null then
    perform "public"."refuse_if"(e."currency" = 'XRP' and not exists (select 1 from "hold_draft" where "agreementId" = old."id"),
      format('no secret of agreement %s was made', old."id"));
    perform "public"."refuse_if"(e."currency" <> 'XRP' and (new."account" is null
        or not exists (select 1 from "transfer_attempt" where "agreementId" = old."id" and "state" = 'settled')),
      format('no account of agreement %s was opened', old."id"));
  end if;
  return new;
end $$;

create trigger "hold_agreement_keep" before insert or update on "hold_agreement"
  for each row execute function "keep_hold_agreement"();
