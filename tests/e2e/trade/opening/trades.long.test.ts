/** The trades by clicking that trade.test.ts leaves out. */
import { tradeByClicking } from '#tests/support/opening/whole-trade.ts'

tradeByClicking([
  { asset: 'XLM', javaScript: true },
  { asset: 'USDC', javaScript: true },
  { asset: 'XRP', javaScript: false },
])
