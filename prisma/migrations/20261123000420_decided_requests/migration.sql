-- A request for a refund that is open when the operator decides ends by that decision: its buyer did not withdraw it.
alter table "refund_request" drop constraint "refund_request_answer_known";
alter table "refund_request" add constraint "refund_request_answer_known"
  check ("answer" in ('agreed', 'declined', 'withdrawn', 'decided')) not valid;
