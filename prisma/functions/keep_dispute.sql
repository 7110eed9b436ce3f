-- A dispute needs a funded escrow whose money is not decided (decision 134).
create or replace function "keep_dispute"() returns trigger language plpgsql as $$
begin
  perform "escrow_must_be_open"(new."escrowId");
  return new;
end $$;

create trigger "dispute_keep" before insert on "dispute" for each row execute function "keep_dispute"();
