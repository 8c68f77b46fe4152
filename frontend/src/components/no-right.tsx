import { Empty } from "./empty"

type Props = { say: { noRight: string; noRightText: string } }

/** In a page's place, for whoever may not open it: that they may not, and whom to ask. */
export function NoRight({ say }: Props) {
  return (
    <Empty isPage title={say.noRight}>
      {say.noRightText}
    </Empty>
  )
}
