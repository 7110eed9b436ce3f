-- Commissions leave as payouts of their own kind. A migration of its own: a new word can be used after its commit only.
alter type "PayoutPurpose" add value 'commission';
