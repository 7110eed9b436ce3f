/**
 * Loaded into every child before its own code (node --import). When the launcher is gone, even killed with SIGKILL,
 * the channel to it closes: then the child ends too, so that no port stays taken and no second worker runs unseen.
 */
const LIMIT_MS = 10_000

if (process.channel) {
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM')
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), LIMIT_MS).unref()
  })
  // The channel must not keep a process alive that has finished.
  process.channel.unref()
}
