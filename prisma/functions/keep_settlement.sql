-- Only a settlement of a ledger-held escrow can fail, and not while a transfer of it is under way or has carried it out (decision 142).
create or replace function "keep_settlement"() returns trigger language plpgsql as $$
begin
  perform 1 from "escrow" where "id" = old."escrowId" and "heldBy" = 'ledger' for update;
  perform "public"."refuse_if"(not found or exists (select 1 from "transfer" where "settlementId" = old."id" and "state" <> 'dead'),
    format('settlement %s is carried out', old."id"));
  return new;
end $$;

create trigger "settlement_keep" before update on "settlement" for each row
  when (new."deadAt" is distinct from old."deadAt") execute function "keep_settlement"();
