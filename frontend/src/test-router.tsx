import { MantineProvider } from "@mantine/core"
import { Notifications } from "@mantine/notifications"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { type AnyRouter, RouterProvider } from "@tanstack/react-router"
import { render } from "@testing-library/react"

/** Draw what a router shows inside what every page stands in. */
export const renderRouter = (router: AnyRouter, client = new QueryClient()) =>
  render(
    <MantineProvider env="test">
      <Notifications />
      <QueryClientProvider client={client}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  )
