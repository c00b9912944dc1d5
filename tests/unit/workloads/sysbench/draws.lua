-- Counts draws of the real sysbench: one line "value count" for each value that came up.
sysbench.cmdline.options = {
   low = {"Lowest value", 1},
   high = {"Highest value", 1000},
   draws = {"Number of draws", 1000000},
}

function event()
   local counts = {}
   for _ = 1, sysbench.opt.draws do
      local value = sysbench.rand.default(sysbench.opt.low, sysbench.opt.high)
      counts[value] = (counts[value] or 0) + 1
   end
   for value, count in pairs(counts) do
      print("draw " .. value .. " " .. count)
   end
end
