import { Skeleton } from "@mantine/core"

import classes from "./skeleton.module.css"

/** The shape of a table that is on its way. */
export function TableSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <div className={classes.table} aria-busy="true">
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={16} width={`${92 - ((row * 17) % 30)}%`} />
      ))}
    </div>
  )
}

/** The shape of a page: its head and two panels. */
export function PageSkeleton() {
  return (
    <div className={classes.page} aria-busy="true">
      <Skeleton height={26} width={220} />
      <Skeleton height={72} />
      <Skeleton height={260} />
    </div>
  )
}
