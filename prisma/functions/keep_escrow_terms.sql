-- ID, buyer, currency, account and reference never change; other terms only by the buyer's correction, before money or a seller. The amount may also fall, not
-- below what arrived: by the buyer, 2 % at most without a seller, or by an agreed amendment. Seller, received amount and funding never go back. Funding needs
-- the deposit that counts or, at Quayside, the amount less 0.0000001 at most (decisions 035, 076, 087, 096).
create or replace function "keep_escrow_terms"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"((new."transactionId", new."buyerId", new."currency", new."account", new."reference")
      is distinct from (old."transactionId", old."buyerId", old."currency", old."account", old."reference"),
    format('escrow %s keeps its terms', old."transactionId"));
  perform "public"."refuse_if"((new."amount", new."notes", new."terms", new."walletAddress", new."walletMemo")
      is distinct from (old."amount", old."notes", old."terms", old."walletAddress", old."walletMemo")
    and (old."verifiedAt" is not null or old."cancelledAt" is not null or not (
      -- The buyer corrects it: nothing has arrived, no seller is bound.
      old."receivedAmount" = 0 and old."sellerId" is null and new."correctedAt" is distinct from old."correctedAt"
        and not (old."heldBy" = 'ledger'
          and exists (select 1 from "hold_agreement" where "escrowId" = old."id" and "supersededAt" is null))
      or (new."notes", new."terms", new."walletAddress", new."walletMemo")
          is not distinct from (old."notes", old."terms", old."walletAddress", old."walletMemo")
        and new."amount" < old."amount" and new."amount" >= old."receivedAmount" and (
          -- The buyer accepts what has arrived: little is missing, no seller is bound.
          old."sellerId" is null and old."heldBy" <> 'ledger' and new."correctedAt" is distinct from old."correctedAt"
            and new."amount" = old."receivedAmount" and new."amount" >= old."amount" * 0.98
          -- Both sides lowered it, not below what has arrived.
          or exists (
            select 1 from "amendment" where "escrowId" = old."id" and "answer" = 'agreed' and "amount" = new."amount")))),
    format('escrow %s keeps its terms', old."transactionId"));
  perform "public"."refuse_if"(old."sellerId" is not null and new."sellerId" is distinct from old."sellerId",
    format('escrow %s keeps its seller', old."transactionId"));
  perform "public"."refuse_if"(new."receivedAmount" < old."receivedAmount", format('escrow %s has received what it has received', old."transactionId"));
  perform "public"."refuse_if"(old."verifiedAt" is not null and new."verifiedAt" is distinct from old."verifiedAt",
    format('escrow %s stays funded', old."transactionId"));
  if old."verifiedAt" is null and new."verifiedAt" is not null then
    perform "public"."refuse_if"(old."heldBy" = 'ledger' and not exists (
        select 1 from "hold_lock" where "escrowId" = old."id" and "counts" and "hash" = new."realTxId" and "lockedAt" = new."paidAt"),
      format('nothing is locked that counts for escrow %s', old."transactionId"));
    perform "public"."refuse_if"(old."heldBy" <> 'ledger' and new."amount" > 0.0000001 + new."receivedAmount",
      format('escrow %s has not received its amount', old."transactionId"));
  end if;
  return new;
end $$;

create trigger "escrow_keep_terms" before update on "escrow" for each row execute function "keep_escrow_terms"();
