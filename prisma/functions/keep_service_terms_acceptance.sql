-- Terms that name an escrow are accepted by its buyer for the occasion 'opening', by its seller for any other (decision 106).
create or replace function "keep_service_terms_acceptance"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(new."escrowId" is not null and not exists (
    select 1 from "escrow" where "id" = new."escrowId"
      and case new."occasion" when 'opening' then "buyerId" else "sellerId" end = new."userId"
  ), format('nobody of that escrow accepts the terms by %s', new."occasion"));
  return new;
end $$;

create trigger "service_terms_acceptance_keep" before insert on "service_terms_acceptance"
  for each row execute function "keep_service_terms_acceptance"();
