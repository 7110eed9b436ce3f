-- When the operator ends the case of a fee that never became whole, the quote ends with it: what arrives for it afterwards
-- is a case of its own, and never adds to money that has been given back.
alter type "FeeQuoteState" add value 'closed';

alter table "payment_case" drop constraint "payment_case_kind_fits";
alter table "payment_case" add constraint "payment_case_kind_fits" check (
  case when "feeQuoteId" is not null then "kind" in ('fee_short', 'fee_late', 'fee_over')
  else "kind" in ('no_memo', 'unknown_memo', 'wrong_asset', 'wrong_account', 'quote_closed', 'already_paid', 'hash_used', 'needs_review') end
);
