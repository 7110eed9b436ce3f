-- Accepted terms that name an amendment need the accepting person's agreement to that amendment of the same escrow (decision 076).
create or replace function "accepted_terms_follow_amendment"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(not exists (select 1 from "amendment" where "id" = new."amendmentId" and "escrowId" = new."escrowId"
      and "answer" = 'agreed' and "answeredById" = new."acceptedById"), format('amendment %s was not agreed to', new."amendmentId"));
  return new;
end $$;

create trigger "accepted_terms_follow_amendment" before insert on "accepted_terms"
  for each row when (new."amendmentId" is not null) execute function "accepted_terms_follow_amendment"();
