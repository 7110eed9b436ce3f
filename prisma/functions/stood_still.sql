-- Whether the account stood still at this moment: an operator's change of it had begun, and had neither ended nor passed stillUntil (decision 099).
create or replace function "stood_still"("person" uuid, "at" timestamptz) returns boolean language sql stable as $$
  select exists (
    select 1 from "account_change" c where c."userId" = $1 and c."changedAt" <= $2 and c."stillUntil" > $2
      and (c."endedAt" is null or c."endedAt" > $2)
  )
$$;
