-- A failed payment keeps the sentence that its payer read, not a word of our own.

update "failed_payment" set "reason" = s."sentence"
from (values
  ('quote_missing', 'There is no fee quote to pay. Enter the transaction amount and show the fee first.'),
  ('hash_malformed', 'This is not a transaction hash. It has 64 letters (a to f) and digits; copy it from your wallet.'),
  ('hash_used', 'This transaction has already been used.'),
  ('stellar_not_found', 'Transaction not found on Stellar.'),
  ('memo_mismatch', 'Memo does not match.'),
  ('payment_mismatch', 'Payment not found or amount/address mismatch.'),
  ('stellar_unavailable', 'Error validating Stellar transaction.'),
  ('xrp_not_found', 'Transaction not found on XRP ledger.'),
  ('xrp_mismatch', 'Destination/tag/amount mismatch.'),
  ('xrp_unavailable', 'Error validating XRP transaction.')
) as s ("code", "sentence")
where "failed_payment"."reason" = s."code";
