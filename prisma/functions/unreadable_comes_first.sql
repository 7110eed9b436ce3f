-- Refuses an unreadable document in a confirmed escrow (decision 077).
create or replace function "unreadable_comes_first"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"((select e."confirmedAt" from "escrow" e where e."id" = new."escrowId") is not null,
    format('escrow %s was confirmed: a paper that cannot be read does not come to it', new."escrowId"));
  return new;
end $$;

create trigger "escrow_document_unreadable_comes_first" before insert on "escrow_document"
  for each row when (new."trouble" is not null) execute function "unreadable_comes_first"();
