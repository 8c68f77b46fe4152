import { ReadingPanel } from "../../features/import/reading/reading-panel"
import { RealNames } from "../../features/import/real-names"
import { AskedColumns } from "../../features/import/sending/refused-table"

/** How a file is read, as a first import asks for it. */
export const READING_PARTS = { ReadingPanel, RealNames, AskedColumns }
