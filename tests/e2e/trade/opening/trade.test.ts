/** A trade by clicking for each asset, one of them with JavaScript; the others are in trades.long.test.ts. */
import { tradeByClicking } from '#tests/support/opening/whole-trade.ts'

tradeByClicking([
  { asset: 'XRP', javaScript: true },
  { asset: 'XLM', javaScript: false },
  { asset: 'USDC', javaScript: false },
])
