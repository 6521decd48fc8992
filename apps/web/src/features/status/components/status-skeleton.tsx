import { services } from '@foja/contracts/status'
import { Card, CardHeader, CardList } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { useStatusTexts } from '../texts/status.ts'
import { rowColumns } from './services-card.tsx'

/** The page while it loads: cards and rows of the same size. */
export function StatusSkeleton() {
  const ui = useUiTexts()
  const texts = useStatusTexts()
  return (
    <div aria-busy className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_21rem]">
      <output className="sr-only">{ui.loading}</output>
      <Card>
        <CardHeader title={texts.list} action={<Skeleton className="h-3 w-36" />} />
        <CardList>
          {services.map((service) => (
            <li key={service} className={rowColumns}>
              <Skeleton className="size-9" />
              <Skeleton className="h-3.5 w-24" />
              <Skeleton className="h-6 w-20 rounded-full!" />
              <div className="flex flex-col gap-2 max-md:col-span-2">
                <Skeleton className="h-3 w-3/5" />
                <Skeleton className="h-2.5 w-2/5" />
              </div>
              <Skeleton className="h-8 w-18 max-sm:h-11" />
            </li>
          ))}
        </CardList>
      </Card>
      <div className="flex flex-col gap-4">
        <Card>
          <CardHeader title={texts.backup.title} action={<Skeleton className="h-6 w-20 rounded-full!" />} />
          <div className="flex flex-col gap-3 p-5 max-sm:p-4">
            <Skeleton className="h-7 w-2/5" />
            <Skeleton className="h-3 w-4/5" />
            <Skeleton className="h-9 w-full max-sm:h-11" />
          </div>
        </Card>
        <Card>
          <CardHeader title={texts.certificates} />
          <div className="p-5 max-sm:p-4">
            <Skeleton className="h-3 w-4/5" />
          </div>
        </Card>
        <Card className="flex items-center gap-3 px-5 py-3.5 max-sm:px-4">
          <Skeleton className="size-9" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3 w-24" />
            <Skeleton className="h-2.5 w-20" />
          </div>
        </Card>
      </div>
    </div>
  )
}
