import "@mantine/core/styles.css"
import "@mantine/notifications/styles.css"
import "./app/global.css"

import { StrictMode } from "react"
import { createRoot } from "react-dom/client"

import { Providers } from "./app/providers"

const root = document.getElementById("root")
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Providers />
    </StrictMode>,
  )
}
