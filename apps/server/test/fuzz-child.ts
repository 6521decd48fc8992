// Child process of `fuzz-processes`: answers each round with its report, and exits with its parent.
import { startFuzzer } from './fuzz/run-fuzz.ts'

const fuzzer = await startFuzzer()
process.on('message', ({ seed, count }: { seed: number; count: number }) => {
  void fuzzer.round(seed, count).then((report) => process.send!(report))
})
process.on('disconnect', () => void fuzzer.close().then(() => process.exit()))
process.send!('ready')
