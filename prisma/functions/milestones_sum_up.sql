-- At commit the milestones of an escrow add up to its amount (decision 142).
create or replace function "milestones_sum_up"() returns trigger language plpgsql as $$
declare
  "of_escrow" uuid := case tg_table_name when 'escrow' then new."id" else (to_jsonb(new)->>'escrowId')::uuid end;
begin
  perform "public"."refuse_if"((select sum("amount") from "milestone" where "escrowId" = "of_escrow") <> (select "amount" from "escrow" where "id" = "of_escrow"),
    format('the milestones of escrow %s do not add up to its amount', "of_escrow"));
  return null;
end $$;

create constraint trigger "escrow_milestones_sum_up" after update of "amount" on "escrow" deferrable initially deferred for each row
  execute function "milestones_sum_up"();
create constraint trigger "milestone_sums_up" after insert or update of "amount" on "milestone" deferrable initially deferred for each row
  execute function "milestones_sum_up"();
