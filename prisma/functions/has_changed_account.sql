-- Whether this operator has ever changed the account of that person, whatever became of the change (decision 099).
create or replace function "has_changed_account"("operator" uuid, "person" uuid) returns boolean language sql stable as $$
  select exists (select 1 from "account_change" c where c."userId" = $2 and c."changedById" = $1)
$$;
