-- Refuses anybody but an operator (role admin), with the caller's sentence.
create or replace function "must_be_operator"("who" uuid, "sentence" text) returns void language plpgsql as $$
begin
  perform "public"."refuse_if"(not exists (select 1 from "user" where "id" = "who" and "role" = 'admin'), "sentence");
end $$;
