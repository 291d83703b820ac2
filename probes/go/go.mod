module probe

go 1.19
