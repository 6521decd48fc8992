import { FirstSteps } from '../../features/home/components/first-steps.tsx'
import { paths } from '../../lib/router/paths.ts'
import { useMay } from '../../shared/use-may.ts'
import { useFirstSteps } from '../use-first-steps.ts'

/** The first steps of an empty company; admins also see what the company lacks. */
export function HomeFirstSteps() {
  const steps = useFirstSteps()
  const keepsOffice = useMay('user.list')
  return <FirstSteps steps={[...steps, { key: 'verify', to: paths.verify(), done: false }]} keepsOffice={keepsOffice} />
}
