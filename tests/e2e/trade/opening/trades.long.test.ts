/** Trades by clicking in the ways in which trade.test.ts does not go each day. */
import { tradeByClicking } from '#tests/support/opening/whole-trade.ts'

tradeByClicking([
  { asset: 'XLM', javaScript: true },
  { asset: 'USDC', javaScript: true },
  { asset: 'XRP', javaScript: false },
])
