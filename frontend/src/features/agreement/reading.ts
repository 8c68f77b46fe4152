import type { ConstructAgreement } from "../../api/agreement"

type Read = Pick<ConstructAgreement, "main" | "bars" | "reading">

/** The reading of the lower bound, and whether all of the interval lies under the lowest bar. */
export const read = ({ main, bars: [lowest = 0], reading }: Read) =>
  reading === "low" && main.high !== null && main.high < lowest ? "all low" : reading
