-- While an operator's change of an account waits, that operator decides no dispute of its owner's escrows (decision 099).
create or replace function "dispute_is_not_of_own_change"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(exists (select 1 from "escrow" e cross join unnest(array[e."buyerId", e."sellerId"]) "person"
      where e."id" = new."escrowId" and "own_change_waits"(new."decidedById", "person", new."decidedAt")),
    format('whoever changed an account decides no dispute of escrow %s', new."escrowId"));
  return new;
end $$;

create trigger "dispute_is_not_of_own_change" before update of "decidedById" on "dispute"
  for each row when (new."decidedById" is not null) execute function "dispute_is_not_of_own_change"();
