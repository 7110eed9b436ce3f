-- Open business of an arbiter or sponsor account (decision 087), part of platform_account_business. Arbiter: agreements not closed or with a deposit on the
-- ledger, for which nobody else can sign. Sponsor: live signed transactions of ledger-held escrows on this ledger.
create or replace function "keeper_business"("of_network" "Network", "of_purpose" text, "of_address" text)
returns table ("what" text, "count" bigint) language plpgsql stable as $$
begin
  if of_purpose = 'arbiter' then
    return query select 'escrows that the ledger holds with its signature'::text, count(*) from "hold_agreement" a
      where a."arbiter" = of_address and (a."closedAt" is null
        or exists (select 1 from "hold_lock" l where l."agreementId" = a."id" and l."end" is null));
  end if;
  if of_purpose = 'keeper' then
    return query select 'transactions of it that are under way'::text, count(*) from "transfer_attempt" t
      where t."network" = of_network and t."state" = 'live' and t."purpose" in ('opening', 'wrap', 'finish', 'cancel');
  end if;
end $$;
