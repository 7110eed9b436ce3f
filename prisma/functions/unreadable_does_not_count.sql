-- Refuses to confirm an escrow with unreadable documents that were neither replaced nor accepted by the buyer (decision 077).
create or replace function "unreadable_does_not_count"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(exists (select 1 from "escrow_document" d
      where d."escrowId" = new."id" and d."replacedAt" is null and d."trouble" is not null and d."acceptedAt" is null),
    format('escrow %s has papers that cannot be read', new."id"));
  return new;
end $$;

create trigger "escrow_unreadable_does_not_count" before update of "confirmedAt" on "escrow"
  for each row when (new."confirmedAt" is not null and new."confirmedAt" is distinct from old."confirmedAt")
  execute function "unreadable_does_not_count"();
